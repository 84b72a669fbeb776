import * as z from 'zod'
import { errorBodyOf } from './answers.ts'

/** As much of a browser as signing in needs: it stores cookies, and does not follow redirects. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #userAgent: string | undefined

  constructor(userAgent?: string) {
    this.#userAgent = userAgent
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookies.size > 0) headers.set('cookie', this.cookieHeader())
    if (this.#userAgent !== undefined) headers.set('user-agent', this.#userAgent)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#store(line)
    return response
  }

  post(url: string, body?: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    return this.fetch(url, {
      method: 'POST',
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #store(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=', 2)
    const isGone = attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0') || value === ''
    if (isGone) this.#cookies.delete(name)
    else this.#cookies.set(name, decodeURIComponent(value))
  }
}

const tokenAnswer = z.strictObject({ access_token: z.string() })

/** The status and code of an error response; fails unless it has the form of the contract. */
export async function errorOf(response: Response): Promise<{ status: number; code: string }> {
  return { status: response.status, code: (await errorBodyOf(response)).code }
}

export async function accessTokenOf(response: Response): Promise<string> {
  return tokenAnswer.parse(await response.json()).access_token
}

export function redirectOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? '')
}
