/** Whether another page embeds this one in a frame. */
export function isFramed(): boolean {
  return window.parent !== window
}
