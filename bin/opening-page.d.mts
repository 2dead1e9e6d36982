/** What is being done before the venue opens, and how far it has come. */
export interface OpeningProgress {
  readonly doing: string
  readonly done: number
  readonly total: number
}

export interface OpeningPage {
  /** Null when it listens, otherwise the system's word for why it does not. */
  readonly listening: Promise<string | null>
  report(progress: OpeningProgress): void
  /** Frees the port for the service: whoever is connected comes again. */
  end(): Promise<void>
}

export function openOpeningPage(address: { readonly host: string; readonly port: number }): OpeningPage
