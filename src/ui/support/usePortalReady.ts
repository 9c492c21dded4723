import { useEffect, useState } from 'react';

/** False during the first render, when PrimeReact's portal does not exist yet and an opened widget would be neither placed nor focused. */
export const usePortalReady = (): boolean => {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
};
