import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { useAnswer } from '../useAnswer.ts';

const noUsers: readonly User[] = [];

/** All users the current user may list; empty while loading, after a failure, and unless `enabled`. */
export const useAllUsers = (enabled = true): readonly User[] => {
  const { http } = useApp();
  const pages = useFeature('users-pages');
  const load = async (): Promise<readonly User[]> =>
    enabled ? readAllPages(createUsers(http, { pages, temporary: false }).page, {}) : noUsers;
  return useAnswer<readonly User[]>(load, {}, messages.unreachable.title).answer ?? noUsers;
};
