import { EventEmitter } from 'node:events';
import type { App, Session, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { hardenApp, hardenSession } from './harden.ts';
import { APP_ORIGIN, APP_URL } from './policy.ts';

type OpenHandler = (details: { url: string }) => { action: string };

function hardened() {
  const app = new EventEmitter();
  const opened: string[] = [];
  hardenApp(app as unknown as App, async (address) => void opened.push(address));
  let openHandler: OpenHandler = () => ({ action: 'none' });
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: OpenHandler) => {
      openHandler = handler;
    },
  });
  app.emit('web-contents-created', {}, contents as unknown as WebContents);
  const navigate = (name: string, url: string) => {
    const event = {
      url,
      prevented: false,
      preventDefault: () => {
        event.prevented = true;
      },
    };
    contents.emit(name, event);
    return event.prevented;
  };
  return { opened, navigate, open: (url: string) => openHandler({ url }) };
}

describe('a page', () => {
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('blocks navigation by %s', (name) => {
    const { navigate, opened } = hardened();
    expect(navigate(name, APP_URL)).toBe(false);
    expect(navigate(name, 'https://example.org/')).toBe(true);
    expect(navigate(name, 'file:///etc/passwd')).toBe(true);
    expect(opened).toEqual(['https://example.org/']);
  });

  it('opens no windows', () => {
    const { open, opened } = hardened();
    expect(open('https://example.org/')).toEqual({ action: 'deny' });
    expect(open('polyloop://app/index.html')).toEqual({ action: 'deny' });
    expect(open('file:///etc/passwd')).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://example.org/']);
  });

  it('embeds no other pages', () => {
    expect(hardened().navigate('will-attach-webview', 'https://example.org/')).toBe(true);
  });

  it('grants only the permission to copy', () => {
    const handlers: Record<string, (...args: never[]) => unknown> = {};
    const session = new Proxy(new EventEmitter(), {
      get: (target, name: string) =>
        name.startsWith('set')
          ? (handler: (...args: never[]) => unknown) => {
              handlers[name] = handler;
            }
          : Reflect.get(target, name),
    });
    hardenSession(session as unknown as Session);
    const check = handlers.setPermissionCheckHandler as unknown as (contents: null, permission: string) => boolean;
    const answers = ['media', 'geolocation', 'serial', 'clipboard-read', 'clipboard-sanitized-write'].map((name) =>
      check(null, name),
    );
    expect(answers).toEqual([false, false, false, false, true]);
    const asked: boolean[] = [];
    const request = handlers.setPermissionRequestHandler as unknown as (
      contents: null,
      permission: string,
      answer: (allowed: boolean) => void,
    ) => void;
    request(null, 'notifications', (allowed) => asked.push(allowed));
    expect(asked).toEqual([false]);
  });
});

describe('downloads', () => {
  it('are blocked, except exports that the window made itself', () => {
    const session = new Proxy(new EventEmitter(), {
      get: (target, name: string) => (name.startsWith('set') ? () => {} : Reflect.get(target, name)),
    });
    hardenSession(session as unknown as Session);
    const blocked = (url: string) => {
      let prevented = false;
      const event = {
        preventDefault: () => {
          prevented = true;
        },
      };
      session.emit('will-download', event, { getURL: () => url });
      return prevented;
    };
    expect(blocked(`blob:${APP_ORIGIN}/5f0c`)).toBe(false);
    expect(blocked('blob:https://example.org/5f0c')).toBe(true);
    expect(blocked('https://example.org/file')).toBe(true);
    expect(blocked(APP_URL)).toBe(true);
  });
});
