/** Whole static files with `{{name}}` holes and no conditions. */

const HOLE = /\{\{([a-z][A-Za-z0-9]*)\}\}/g;

/**
 * The templates by path, with every hole filled.
 * @throws if a hole has no value, or a value has no hole in any template. Both are bugs of
 * Polyloop, not mistakes of the user.
 */
export function fillTemplates(
  templates: ReadonlyMap<string, string>,
  values: Readonly<Record<string, string>>,
): Map<string, string> {
  const used = new Set<string>();
  const filled = new Map<string, string>();
  for (const [path, template] of templates) {
    const text = template.replace(HOLE, (_, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) throw new Error(`${path}: no value for the hole {{${name}}}`);
      used.add(name);
      return value;
    });
    filled.set(path, text);
  }
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${[...templates.keys()].join(', ')}: no hole for ${unused.join(', ')}`);
  return filled;
}
