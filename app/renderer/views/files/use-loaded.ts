/** What a request answers, for a view: undefined until it has come. */
import { useEffect, useState } from 'react';
import type { HostClient } from '../../../contract/contract.ts';
import { requireHost } from '../../state/connection.ts';
import { notifyError } from '../../state/notices.ts';

export function useLoaded<T>(key: string, request: (host: HostClient) => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<{ key: string; value: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when the request is another one
  useEffect(() => {
    let wanted = true;
    requireHost()
      .then(request)
      .then((value) => (wanted ? setLoaded({ key, value }) : undefined), notifyError);
    return () => {
      wanted = false;
    };
  }, [key]);
  return loaded?.value;
}
