import { ERRORS, errorBody, type ErrorCode, type ErrorParams } from '@clutch/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isStoreUnavailable } from '../store/store-outage.ts'

/** Responds with an error of the contract: status, stable code and message. */
export function sendError(reply: FastifyReply, code: ErrorCode, params: ErrorParams = {}): FastifyReply {
  return reply.code(ERRORS[code].status).send(errorBody(code, params))
}

/** A failed validation against the contract's schemas. */
interface SchemaIssue {
  readonly path: string
  readonly message: string | undefined
  readonly params: unknown
}

/** The error for input that does not match the contract: the code named by its schema, or `invalid_input`. */
export function errorOfIssue({ path, message, params }: SchemaIssue): { code: ErrorCode; params: ErrorParams } {
  const isText = Reflect.get(Object(params), 'errorCode') === 'invalid_text'
  if (isText) return { code: 'invalid_text', params: { detail: path } }
  return { code: 'invalid_input', params: { detail: [path, message].filter(Boolean).join(': ') } }
}

/** Maps Fastify's own errors to codes of the contract. */
const CODE_OF_FASTIFY_ERROR: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
}

const UNAVAILABLE = 503
const FIRST_SERVER_ERROR = 500

/** Error handler of every route. A 5xx response contains no internal details (rules §0). */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation
    const path = first?.instancePath.replaceAll('/', '.').replace(/^\./, '') ?? ''
    const { code, params } = errorOfIssue({
      path,
      message: first?.message,
      params: Reflect.get(Object(first?.params), 'params'),
    })
    return sendError(reply, code, params)
  }
  if (error.statusCode === UNAVAILABLE) return sendError(reply, 'unavailable')
  const known = CODE_OF_FASTIFY_ERROR[error.code]
  if (known !== undefined) return sendError(reply, known, known === 'invalid_input' ? { detail: 'body' } : {})
  if (error.statusCode !== undefined && error.statusCode < FIRST_SERVER_ERROR) {
    return sendError(reply, 'invalid_input', { detail: 'request' })
  }
  const code = codeOfFailure(error)
  request.log.error({ err: error }, code === 'internal' ? 'unexpected error' : 'store unavailable')
  return sendError(reply, code)
}

/** The code for an unexpected error: shows whether a retry makes sense, and no internal details. */
export function codeOfFailure(error: unknown): 'unavailable' | 'internal' {
  return isStoreUnavailable(error) ? 'unavailable' : 'internal'
}
