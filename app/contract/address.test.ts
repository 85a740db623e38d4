import { describe, expect, it } from 'vitest';
import { socketProtocols, tokenFragment, tokenOfFragment, tokenOfProtocols } from './address.ts';

const token = 'abcdefghijklmnopqrstuvwxyz-_0123';

describe('the token', () => {
  it('survives a round trip through the fragment and the subprotocols', () => {
    expect(tokenOfFragment(tokenFragment(token))).toBe(token);
    expect(tokenOfFragment(`#view=timeline&token=${token}&x=1`)).toBe(token);
    expect(tokenOfProtocols(socketProtocols(token))).toBe(token);
  });

  it.each(['', '#', '#token=', '#token=short', `#xtoken=${token}`, `#token=${token}%20`])('is not in %j', (text) => {
    expect(tokenOfFragment(text)).toBeNull();
  });

  it.each([
    [[]],
    [[`token.${token}`]],
    [['polyloop.v1']],
    [['polyloop.v1', 'token.']],
    [['polyloop.v0', `token.${token}`]],
  ])('is not in the protocols %j', (offered) => {
    expect(tokenOfProtocols(offered)).toBeNull();
  });
});
