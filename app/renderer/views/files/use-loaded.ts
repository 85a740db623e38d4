/** Results of requests to the host. */
import { useEffect, useState } from 'react';
import type { HostClient } from '../../../contract/contract.ts';
import { useSession } from '../../state/session/use-session.ts';

interface Loaded<T> {
  /** The key of the request. */
  readonly key: string;
  readonly value: T;
}

/**
 * Returns the newest result, or null until there is one. After the key has changed, the result of
 * the earlier request stays until the new one has arrived.
 */
export function useNewest<T>(key: string, request: (host: HostClient) => Promise<T>): Loaded<T> | null {
  const { connection, notices } = useSession();
  const [loaded, setLoaded] = useState<Loaded<T> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when the request is another one
  useEffect(() => {
    let wanted = true;
    connection
      .requireHost()
      .then(request)
      .then((value) => (wanted ? setLoaded({ key, value }) : undefined), notices.notifyError);
    return () => {
      wanted = false;
    };
  }, [key]);
  return loaded;
}

/** Returns the newest result without its key, or undefined until there is one. */
export function useLoaded<T>(key: string, request: (host: HostClient) => Promise<T>): T | undefined {
  return useNewest(key, request)?.value;
}
