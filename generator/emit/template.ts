/** Whole static files with `{{name}}` holes and no conditions. */

const HOLE = /\{\{([a-z][A-Za-z0-9]*)\}\}/g;

/**
 * The template with every hole filled.
 * @param path names the template in the error.
 * @throws when a hole has no value or a value has no hole: both are mistakes of the program, not of its user.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>, path: string): string {
  const used = new Set<string>();
  const text = template.replace(HOLE, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`${path}: no value for the hole {{${name}}}`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${path}: there is no hole for ${unused.join(', ')}`);
  return text;
}
