/** Returns the result of a request, or undefined until it has arrived. */
import { useEffect, useState } from 'react';
import type { HostClient } from '../../../contract/contract.ts';
import { useSession } from '../../state/session/use-session.ts';

export function useLoaded<T>(key: string, request: (host: HostClient) => Promise<T>): T | undefined {
  const { connection, notices } = useSession();
  const [loaded, setLoaded] = useState<{ key: string; value: T } | null>(null);
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
  return loaded?.value;
}
