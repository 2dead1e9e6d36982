import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnderV1 } from './hooks/admission.ts'
import { pageHeaders } from './hooks/response-headers.ts'

/** The console: one page for every address a person may open, and its files under /assets. */
export interface ConsolePages {
  /** A browser that asks for a page, outside what machines call. */
  isPage(request: FastifyRequest): boolean
  sendPage(reply: FastifyReply): void
  addFiles(app: FastifyInstance): Promise<void>
}

const pageMethods: readonly string[] = ['GET', 'HEAD']

/** Scripts and styles from here alone, no inline code, no frames; the node is where wallets submit. */
const policyFor = (nodeUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(nodeUrl).origin}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sibyl',
  ].join('; ')

export function createConsolePages(folder: string, nodeUrl: string): ConsolePages {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const headers = {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policyFor(nodeUrl),
  }
  return {
    isPage: ({ method, headers: { accept }, raw: { url = '' } }) =>
      pageMethods.includes(method) &&
      accept?.includes('text/html') === true &&
      !isUnderV1(url) &&
      !url.startsWith('/assets/'),
    sendPage(reply) {
      reply.headers(headers).send(page)
    },
    async addFiles(app) {
      await app.register(fastifyStatic, {
        root: join(folder, 'assets'),
        prefix: '/assets/',
        index: false,
        decorateReply: false,
        preCompressed: true,
        // Their names carry a hash of what is in them.
        immutable: true,
        maxAge: '365d',
      })
    },
  }
}
