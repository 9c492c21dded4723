import { useEffect, useRef } from 'react';

type Linked = Readonly<{ own: string; search: string; follow: (search: string) => void }>;

/** The address says what is shown, so that a link shows the same; and a link that is followed here moves what is shown. */
export const useDeepLink = ({ own, search, follow }: Linked): void => {
  const latest = useRef({ own, follow });
  useEffect(() => {
    latest.current = { own, follow };
  });
  useEffect(() => {
    if (search !== '' && search !== latest.current.own) latest.current.follow(search);
  }, [search]);
  useEffect(() => {
    if (search === '' || own !== window.location.search.slice(1)) window.history.replaceState(window.history.state, '', `?${own}`);
  }, [own, search]);
};
