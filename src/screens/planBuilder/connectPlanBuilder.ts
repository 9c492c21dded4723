import type { SnapshotFrom } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import { readDraft } from '../../../contract/rules/commission/config/draft.ts';
import { brokenLine, repeatedKeys } from '../../../contract/rules/jsonLines.ts';
import type { planBuilderMachine } from '../../machines/settings/planBuilder.machine.ts';

type Snapshot = SnapshotFrom<typeof planBuilderMachine>;
const t = messages.planBuilder;

/** Why a text has no clauses to show. */
const unreadableWords = (text: string): string => {
  const line = brokenLine(text);
  if (line !== null) return fill(t.unreadable, { line });
  const [repeated] = repeatedKeys(text);
  return repeated ? fill(t.repeats, { line: repeated.line }) : t.noObject;
};

/** Maps a snapshot to the builder's view. */
export const connectPlanBuilder = (snapshot: Snapshot) => {
  const { settings, text, version, error, fields, beforeRemoval } = snapshot.context;
  const draft = readDraft(text);
  return {
    loading: snapshot.matches('loading'),
    failed: snapshot.matches('failed'),
    error: Object.keys(fields).length === 0 ? error : (fields.commissionsConfig ?? error),
    text,
    /** Null while the JSON is broken. */
    draft,
    unreadable: draft === null ? unreadableWords(text) : null,
    companyName: settings?.companyName ?? '',
    inUse: settings?.commissionsConfig ?? '',
    version,
    unsaved: snapshot.hasTag('unsaved'),
    mayEdit: snapshot.can({ type: 'text.type', text }),
    mayPublish: snapshot.can({ type: 'draft.publish' }),
    mayDiscard: snapshot.can({ type: 'draft.discard' }),
    mayUndo: beforeRemoval !== null && snapshot.can({ type: 'removal.undo' }),
    mayCompare: snapshot.can({ type: 'plans.reload' }),
    comparing: snapshot.matches({ ready: 'comparing' }),
    saving: snapshot.matches({ ready: 'saving' }),
    reviewing: snapshot.matches({ ready: 'reviewing' }),
  };
};
