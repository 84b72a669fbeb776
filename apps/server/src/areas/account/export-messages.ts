/** What the thread that compresses an export is sent. Each message is answered by what it compressed. */
export type ExportInput =
  /** Begins a file; `text` is its whole content, of a file without pages. */
  | { readonly kind: 'file'; readonly name: string; readonly text?: string }
  /** Adds rows to the file begun last, given as a JSON array. */
  | { readonly kind: 'page'; readonly json: string; readonly format: 'json' | 'csv'; readonly isLast: boolean }
  | { readonly kind: 'end' }

export interface ExportOutput {
  readonly chunk: Uint8Array
}
