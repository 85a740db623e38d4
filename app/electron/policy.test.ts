import { describe, expect, it } from 'vitest';
import { APP_URL, externalLink, isAppUrl } from './policy.ts';

describe('the window’s own addresses', () => {
  it.each([APP_URL, 'polyloop://app/', 'polyloop://app/assets/a.js?x#y'])('are %s', (address) => {
    expect(isAppUrl(address)).toBe(true);
  });

  it.each([
    'polyloop://other/index.html',
    'polyloop://app.evil.example/',
    'polyloop://app@evil.example/',
    'polyloop://user@app/',
    'polyloop://app:80/',
    'https://app/index.html',
    'file:///etc/passwd',
    'about:blank',
    'data:text/html,x',
    'javascript:alert(1)',
    '',
  ])('are not %j', (address) => {
    expect(isAppUrl(address)).toBe(false);
  });
});

describe('links', () => {
  it('open in the browser when they are https', () => {
    expect(externalLink('https://example.org/a?b#c')).toBe('https://example.org/a?b#c');
  });

  it.each([
    'http://example.org/',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'https://good.example@evil.example/',
    'https://',
    'nonsense',
  ])('do not open when they are %j', (address) => {
    expect(externalLink(address)).toBeNull();
  });
});
