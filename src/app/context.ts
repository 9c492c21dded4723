import { shallowEqual, useSelector } from '@xstate/react';
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import { waitFor } from 'xstate';
import type { LiveChange } from '../../contract/entities/live.ts';
import type { User } from '../../contract/entities/user.ts';
import type { Feature } from '../../contract/features.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import type { ConfirmationQuestion } from '../machines/shell/confirmation.machine.ts';
import type { Toast } from '../machines/shell/toasts.machine.ts';
import { onMinute, today } from '../services/browser.ts';
import { useLatest } from '../ui/support/useLatest.ts';
import type { App } from './compose.ts';

const AppContext = createContext<App | null>(null);
export const AppProvider = AppContext.Provider;

export const useApp = (): App => {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp outside of AppProvider');
  return app;
};

export const useCompanyName = (): string => useSelector(useApp().settings, (snapshot) => snapshot.context.companyName);
/** True until the company goes live (decisions 8.07). */
export const useSettingUp = (): boolean => useSelector(useApp().settings, (snapshot) => snapshot.context.settingUp);
/** The URL of the company's logo; null without one. */
export const useLogo = (): string | null => useSelector(useApp().settings, (snapshot) => snapshot.context.logo);
/** Single sign-on; null if the server doesn't offer it (decisions 4.15). */
export const useSso = () => useSelector(useApp().settings, (snapshot) => snapshot.context.sso ?? null);
/** The company's territories, the specified five first (decisions 4.10). */
export const useTerritories = (): readonly string[] => useSelector(useApp().settings, (snapshot) => snapshot.context.territories);
/**
 * The territories for a person's form. They include the person's own territory even if it was removed, because the form would clear it
 * otherwise.
 */
export const useTerritoriesOf = (person: Pick<User, 'territory'> | null): readonly string[] => {
  const territories = useTerritories();
  const current = person?.territory;
  return !current || territories.includes(current) ? territories : [...territories, current];
};
export const useFeature = (feature: Feature): boolean =>
  useSelector(useApp().settings, (snapshot) => snapshot.context.features.includes(feature));

/** The company's current day (decisions 2.01); updates at its midnight on an open page. */
export const useToday = (): Day => {
  const zone = useSelector(useApp().settings, (snapshot) => snapshot.context.timeZone);
  return useSyncExternalStore(onMinute, () => today(zone));
};

/** The signed-in user. Use only below the guard. */
export const useUser = (): User => {
  const user = useSelector(useApp().session, (snapshot) => snapshot.context.user, shallowEqual);
  if (!user) throw new Error('useUser outside of the guard');
  return user;
};

/** Calls `listener` for changes by others while the component is mounted (decisions 6.05). */
export const useLiveChanges = (listener: (change: LiveChange) => void): void => {
  const { live } = useApp();
  const latest = useLatest(listener);
  useEffect(() => {
    const subscription = live.on('change.heard', ({ change }) => latest.current(change));
    return () => subscription.unsubscribe();
  }, [live]);
};

let questionCount = 0;
/** Resolves to the typed reason on yes ('' if none is asked for), or to null on no. The returned function is stable. */
export const useAskReason = (): ((question: Omit<ConfirmationQuestion, 'id'>) => Promise<string | null>) => {
  const { confirmation } = useApp();
  return useCallback(
    async (question) => {
      questionCount += 1;
      const id = `question-${questionCount}`;
      confirmation.send({ type: 'question.ask', question: { ...question, id } });
      const isOwnQuestion = ({ context }: { context: { question: ConfirmationQuestion | null } }) => context.question?.id === id;
      const finalState = await waitFor(confirmation, (state) => !isOwnQuestion(state) || !state.matches('asking'));
      return isOwnQuestion(finalState) && finalState.matches('accepted') ? finalState.context.reason : null;
    },
    [confirmation],
  );
};
/** Asks for confirmation; resolves to true for yes. */
export const useConfirm = (): ((question: Omit<ConfirmationQuestion, 'id' | 'reason'>) => Promise<boolean>) => {
  const askReason = useAskReason();
  return useCallback(async (question) => (await askReason(question)) !== null, [askReason]);
};

let toastCount = 0;
type ToastAction = Readonly<{ label: string; run: () => void }>;
/** Callbacks of toast buttons, by toast id: machine context holds no functions. */
const toastActions = new Map<string, () => void>();
export const runToastAction = (id: string): void => {
  toastActions.get(id)?.();
  toastActions.delete(id);
};
/** Shows a toast. The returned function is stable. */
export const useToast = (): ((text: string, severity?: Toast['severity'], action?: ToastAction) => void) => {
  const { toasts } = useApp();
  return useCallback(
    (text, severity = 'success', action) => {
      toastCount += 1;
      const id = `toast-${toastCount}`;
      if (action) toastActions.set(id, action.run);
      toasts.send({ type: 'toast.show', toast: { id, severity, text, ...(action ? { action: action.label } : {}) } });
    },
    [toasts],
  );
};
