/** The page's frame while texts and code load; the same as in index.html, so that nothing flickers. */
export function Boot({ product }: { readonly product: string }) {
  return (
    <div className="boot" aria-hidden="true">
      <span className="boot-mark">{product}</span>
      <span />
      <span />
      <span />
    </div>
  )
}
