export interface ErrorBody {
  readonly detail: string
  readonly resource?: string
}

/** An answer that is not 200, in the node's shape: `{detail}`, and for a missing thing also `resource`. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.detail)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

export const badRequest = (detail: string): ApiError => new ApiError(400, { detail })
export const failed = (detail: string): ApiError => new ApiError(500, { detail })
export const unavailable = (detail: string): ApiError => new ApiError(503, { detail })
export const notFound = (resource: string): ApiError =>
  new ApiError(404, { resource, detail: `${resource} not found` })
