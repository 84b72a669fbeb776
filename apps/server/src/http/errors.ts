import { ERRORS, errorBody, type ErrorCode, type ErrorParams } from '@clutch/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isStoreUnavailable } from '../store/store-outage.ts'

/** Answers an error in the contract's form: its status, its stable code, its message. */
export function sendError(reply: FastifyReply, code: ErrorCode, params: ErrorParams = {}): FastifyReply {
  return reply.code(ERRORS[code].status).send(errorBody(code, params))
}

/** What a failed check of the contract's schemas says, wherever it comes from. */
interface SchemaIssue {
  readonly path: string
  readonly message: string | undefined
  readonly params: unknown
}

/** The error for input that does not fit the contract: the code that its schema names, or `invalid_input`. */
export function errorOfIssue({ path, message, params }: SchemaIssue): { code: ErrorCode; params: ErrorParams } {
  const isText = Reflect.get(Object(params), 'errorCode') === 'invalid_text'
  if (isText) return { code: 'invalid_text', params: { detail: path } }
  return { code: 'invalid_input', params: { detail: [path, message].filter(Boolean).join(': ') } }
}

/** Fastify's own refusals, in the contract's codes. */
const CODE_OF_FASTIFY_ERROR: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
}

const UNAVAILABLE = 503
const FIRST_SERVER_ERROR = 500

/** The last resort of every route: nothing internal leaves with a 5xx (rules §0). */
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
  request.log.error({ err: error }, code === 'internal' ? 'a request failed' : 'the store did not answer a request')
  return sendError(reply, code)
}

/** What a caller is told of an error that nobody expected: whether to ask again, and nothing internal. */
export function codeOfFailure(error: unknown): 'unavailable' | 'internal' {
  return isStoreUnavailable(error) ? 'unavailable' : 'internal'
}
