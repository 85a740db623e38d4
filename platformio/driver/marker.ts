/**
 * The names of user code in the generator's `#line` directives: `<kind>:<url-encoded
 * name>/<member>`, such as `task:Blink%20fast/body`, or `sketch/prelude`. A compiler prints them
 * instead of a file name.
 */
import type { DiagnosticElement } from './build.ts';

export interface Marker {
  readonly element: DiagnosticElement;
  readonly member: string;
}

const pattern = /^(sketch|task|interrupt|channel|resource|part)(?::([^/]*))?\/(\w+)$/;

/** null for the name of a real file. */
export function decodeMarker(fileName: string): Marker | null {
  const match = pattern.exec(fileName);
  if (match === null) return null;
  const [, kind, encodedName = '', member = ''] = match;
  const name = decodeName(encodedName);
  if (name === null) return null;
  return { element: { kind: kind as DiagnosticElement['kind'], name }, member };
}

function decodeName(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
