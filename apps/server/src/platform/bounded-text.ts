/** Largest plausible response: a few hundred players' names. */
const ANSWER_BYTES_MAX = 256 * 1024

/** Its name is shown to players in the evidence of an exchange. */
class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'

  constructor(bytesMax: number) {
    super(`The platform's response is larger than ${bytesMax} bytes`)
  }
}

/**
 * The text of a response, up to a maximum length. The request's signal limits the time.
 * @throws when it is longer: an endless response would exhaust the memory
 */
export async function readBoundedText(response: Response, bytesMax = ANSWER_BYTES_MAX): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (bytes > bytesMax) throw new ResponseTooLarge(bytesMax)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
