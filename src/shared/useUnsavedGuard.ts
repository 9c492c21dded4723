import { useEffect } from 'react';
import { messages } from '../../contract/messages.ts';
import { confirmWithUser } from '../services/browser.ts';
import { watchLeaving } from '../services/leaving.ts';

/**
 * While `unsaved` is true, asks for confirmation before the user leaves: within the app, on Back, or by closing the tab.
 * @param includeQuery see `watchLeaving`
 */
export const useUnsavedGuard = (unsaved: boolean, question: string = messages.profile.leave, includeQuery = false): void =>
  useEffect(
    () => (unsaved ? watchLeaving(() => confirmWithUser(question), undefined, includeQuery) : undefined),
    [unsaved, question, includeQuery],
  );
