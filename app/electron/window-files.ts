/** Serves the window's own files under `polyloop://app/…`, without a server. */
import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy, SECURITY_HEADERS } from '../host/window/content-security-policy.ts';
import { findStaticFile } from '../host/window/static-files.ts';
import { APP_ORIGIN, isAppUrl } from './policy.ts';

const HEADERS = { ...SECURITY_HEADERS, 'Content-Security-Policy': contentSecurityPolicy([]) };

export async function answerWindowRequest(
  request: { readonly url: string; readonly method: string },
  rendererDir: string,
): Promise<Response> {
  if (!isAppUrl(request.url)) return new Response(null, { status: 403, headers: HEADERS });
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: HEADERS });
  const [pathname = '/'] = request.url.slice(APP_ORIGIN.length).split(/[?#]/, 1);
  const file = await findStaticFile(rendererDir, pathname === '' ? '/' : pathname);
  if (file === null) return new Response(null, { status: 404, headers: HEADERS });
  const content = await readFile(file.path);
  return new Response(new Uint8Array(content), { headers: { ...HEADERS, 'Content-Type': file.mediaType } });
}
