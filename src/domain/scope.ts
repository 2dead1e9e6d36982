/** What an API key may do beyond reading its own wallet's keys. No read requires a scope. */
export const scopes = ['read', 'write:tx'] as const

export type Scope = (typeof scopes)[number]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)
