/** A formula in TeX, typeset. KaTeX is loaded when the first one is shown; until then the words beside it stand alone. */
import { use, useMemo } from 'react';

const katexModule = import('./katex.ts');

interface Props {
  readonly tex: string;
}

export function Formula({ tex }: Props) {
  const { render } = use(katexModule);
  const html = useMemo(() => render(tex), [render, tex]);
  // KaTeX escapes its input; `trust` is off, so it makes no links, images or classes of the author's.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is KaTeX's own markup
  return <div className="formula" dangerouslySetInnerHTML={{ __html: html }} />;
}
