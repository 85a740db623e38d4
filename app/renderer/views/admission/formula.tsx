/** A formula in TeX, typeset. KaTeX is loaded when the first one is shown; until then the words beside it stand alone. */
import { use, useMemo } from 'react';

type Katex = typeof import('./katex.ts');

let loading: Promise<Katex | null> | null = null;

/** Once; null when it cannot be loaded, and the words stand alone. */
function loadKatex(): Promise<Katex | null> {
  loading ??= import('./katex.ts').catch(() => null);
  return loading;
}

interface Props {
  readonly tex: string;
}

export function Formula({ tex }: Props) {
  const katex = use(loadKatex());
  const html = useMemo(() => katex?.render(tex), [katex, tex]);
  if (html === undefined) return null;
  // KaTeX escapes its input; `trust` is off, so it makes no links, images or classes of the author's.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is KaTeX's own markup
  return <div className="formula" dangerouslySetInnerHTML={{ __html: html }} />;
}
