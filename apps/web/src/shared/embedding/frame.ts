/** Whether another page shows us in a frame. */
export function isFramed(): boolean {
  return window.parent !== window
}
