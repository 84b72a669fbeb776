/** A module's entry in Vite's build manifest. */
export interface BuiltModule {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
}

/**
 * Files that must load before the given modules can run: theirs and those of all static imports.
 * @param entries modules, or names of shared chunks
 */
export function firstLoadFiles(
  manifest: Readonly<Record<string, BuiltModule>>,
  entries: readonly string[],
): readonly string[] {
  const files = new Map<string, string>()
  const waiting = [...entries]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue
    const built = manifest[name] ?? Object.values(manifest).find((each) => each.name === name)
    if (built === undefined) throw new Error(`The build has no module ${name}`)
    files.set(name, built.file)
    waiting.push(...(built.imports ?? []))
  }
  return [...new Set(files.values())]
}
