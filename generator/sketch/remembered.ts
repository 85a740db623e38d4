/**
 * Computes a value once for each object. The objects never change: sketches, their elements, and results that were
 * computed from them.
 */
export function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
