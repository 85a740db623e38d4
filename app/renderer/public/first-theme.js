/**
 * Selects the theme before the first paint, as state/window/theme.ts does when the program has
 * started. A file of its own, because the content security policy allows no script inside the page.
 */
(() => {
  const stored = localStorage.getItem('polyloop.theme');
  const prefers = (query) => matchMedia(query).matches;
  const system = () => {
    if (prefers('(prefers-contrast: more)')) return 'contrast';
    return prefers('(prefers-color-scheme: light)') ? 'light' : 'dark';
  };
  const chosen = { light: 'light', dark: 'dark', 'high-contrast': 'contrast' }[stored];
  document.documentElement.dataset.theme = chosen ?? system();
})();
