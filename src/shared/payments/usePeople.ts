import { useMemo } from 'react';
import { fullName, type User } from '../../../contract/entities/user.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../useAnswer.ts';

/** Whom one may pay: everybody by name, also who has left and is still owed something. Without `asks` no call is made, and nobody is there. */
export const usePeople = (asks: boolean): readonly Readonly<{ value: string; label: string }>[] => {
  const { http } = useApp();
  const pages = useFeature('users-pages');
  const service = useMemo(() => createUsers(http, { pages, temporary: false }), [http, pages]);
  const { answer } = useAnswer<readonly User[]>(async () => (asks ? readAllPages(service.page, {}) : []), {}, '');
  return useMemo(
    () => (answer ?? []).map((user) => ({ value: user.id, label: fullName(user) })).toSorted((a, b) => a.label.localeCompare(b.label)),
    [answer],
  );
};
