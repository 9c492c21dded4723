import type { Setup, SetupItemKey } from '../../../contract/entities/setup.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

export type SetupForm = Readonly<{ kind: 'skip'; key: SetupItemKey }> | Readonly<{ kind: 'goLive' }>;
export type SetupStep =
  | Readonly<{ kind: 'skip'; key: SetupItemKey; reason: string }>
  | Readonly<{ kind: 'unskip'; key: SetupItemKey }>
  | Readonly<{ kind: 'goLive'; accepted: boolean }>
  | Readonly<{ kind: 'undo' }>;

const t = messages.setup;
const stateOf = ({ items }: Setup, key: SetupItemKey) => items.find((item) => item.key === key)?.state;
const canGoLive = ({ actions, blockers }: Setup): boolean => actions.includes('go_live') && blockers.length === 0;
const canSkip = (setup: Setup, key: SetupItemKey): boolean => setup.actions.includes('skip') && stateOf(setup, key) === 'open';

/** Without a form, only steps that undo another step are allowed; a form allows only its own step. */
const canTakeStep = (setup: Setup, step: SetupStep, form: SetupForm | null): boolean => {
  switch (step.kind) {
    case 'skip':
      return form?.kind === 'skip' && form.key === step.key && canSkip(setup, step.key);
    case 'goLive':
      return form?.kind === 'goLive' && canGoLive(setup);
    case 'unskip':
      return form === null && setup.actions.includes('skip') && stateOf(setup, step.key) === 'skipped';
    case 'undo':
      return form === null && setup.actions.includes('undo');
  }
};
const canOpenForm = (setup: Setup, form: SetupForm): boolean => (form.kind === 'skip' ? canSkip(setup, form.key) : canGoLive(setup));

/**
 * The checklist of a new company (decisions 4.08): items are skipped with a reason, and the company is taken live.
 * Normal path: loading → shown → asking → saving → shown.
 * Never: go live while something is missing, or lose the reason when a save fails.
 */
export const setupMachine = deskOf<Setup, SetupStep, Setup, SetupForm>()({
  id: 'setup',
  canTake: canTakeStep,
  canOpen: canOpenForm,
  renewForm: (form, setup) => (canOpenForm(setup, form) ? form : null),
  toContent: (saved) => saved,
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.saveFailed : t.loadFailed }),
});
