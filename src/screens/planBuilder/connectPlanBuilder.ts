import type { SnapshotFrom } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import { parseDraft } from '../../../contract/rules/commission/config/draft.ts';
import { findBrokenLine, repeatedKeys } from '../../../contract/rules/jsonLines.ts';
import type { planBuilderMachine } from '../../machines/planDrafts/planBuilder.machine.ts';

type Snapshot = SnapshotFrom<typeof planBuilderMachine>;
const t = messages.planBuilder;

/** The reason why the draft cannot be shown as clauses. */
const unreadableText = (text: string): string => {
  const line = findBrokenLine(text);
  if (line !== null) return fill(t.unreadable, { line });
  const [repeatedKey] = repeatedKeys(text);
  return repeatedKey ? fill(t.repeats, { line: repeatedKey.line }) : t.noObject;
};

const stateText = (snapshot: Snapshot): string => {
  const { draft } = snapshot.context;
  if (draft?.state === 'published') return fill(t.publishedAs, { version: draft.published_version ?? 0 });
  if (snapshot.matches({ ready: 'closed' })) return t.archived;
  if (snapshot.matches({ ready: 'conflicted' })) return t.conflict;
  if (snapshot.matches({ ready: 'unsent' }) || snapshot.matches({ ready: 'refused' })) return t.unsaved;
  return snapshot.hasTag('unsaved') ? t.saving : t.stored;
};

/** Maps a snapshot to the builder's view. */
export const connectPlanBuilder = (snapshot: Snapshot) => {
  const { draft: storedDraft, text, error, fields, beforeRemoval, theirs } = snapshot.context;
  const draft = parseDraft(text);
  const isInUse = storedDraft?.in_use.commissionsConfig === text;
  return {
    loading: snapshot.matches('loading'),
    failed: snapshot.matches('failed'),
    error: Object.keys(fields).length === 0 ? error : (fields.commissionsConfig ?? error),
    text,
    /** Null while the JSON is invalid. */
    draft,
    unreadable: draft === null ? unreadableText(text) : null,
    stored: storedDraft,
    theirs,
    isInUse,
    hasNewPlans: storedDraft?.state === 'draft' && storedDraft.in_use.version !== storedDraft.base_version,
    isClosed: snapshot.matches({ ready: 'closed' }),
    unsaved: snapshot.hasTag('unsaved'),
    stateWords: stateText(snapshot),
    mayEdit: snapshot.can({ type: 'text.type', text }),
    mayPublish: snapshot.can({ type: 'draft.publish' }),
    mayUndo: beforeRemoval !== null && snapshot.can({ type: 'removal.undo' }),
    mayTakeBase: snapshot.can({ type: 'base.take' }),
    mayReload: snapshot.can({ type: 'plans.reload' }),
    comparing: snapshot.matches({ ready: 'rereading' }),
    publishing: snapshot.matches({ ready: 'publishing' }),
    reviewing: snapshot.matches({ ready: 'reviewing' }),
  };
};
