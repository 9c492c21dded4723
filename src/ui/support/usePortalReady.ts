import { useEffect, useState } from 'react';

/** False while a widget is first drawn: PrimeReact's portal is not there yet, and what opens then is neither placed nor focused. */
export const usePortalReady = (): boolean => {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
};
