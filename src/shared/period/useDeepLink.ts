import { useEffect, useRef } from 'react';

type Linked = Readonly<{ own: string; search: string; follow: (search: string) => void }>;

/** The address says what is shown, so that a link shows the same; and a link that is followed here moves what is shown. */
export const useDeepLink = ({ own, search, follow }: Linked): void => {
  const latest = useRef({ own, follow });
  /** Written here and not seen yet: an address of one's own is never followed, or a step on the way to a link would lead back. */
  const written = useRef<string | null>(null);
  useEffect(() => {
    latest.current = { own, follow };
  });
  useEffect(() => {
    const isOwn = search === written.current;
    written.current = null;
    if (!isOwn && search !== '' && search !== latest.current.own) latest.current.follow(search);
  }, [search]);
  useEffect(() => {
    if (search !== '' && own === window.location.search.slice(1)) return;
    written.current = own;
    window.history.replaceState(window.history.state, '', `?${own}`);
  }, [own, search]);
};
