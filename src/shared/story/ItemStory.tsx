import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import type { Story, StoryGap, StoryItem, StoryKind, StoryStep, StorySubject } from '../../../contract/entities/story.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { createStory } from '../../services/story.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useAnswerTo } from '../useAnswer.ts';
import { StepLine } from './StepLine.tsx';

const t = messages.story;
const DOTS_PX = 44;

/** The step that stands for the current item, which is not a link. */
const toStepKind = (kind: StorySubject, id: string): StoryKind => {
  if (kind === 'payment') return id.startsWith('cp-') ? 'receipt' : 'payout';
  return kind === 'record' ? 'release' : kind;
};

function Item({ title, state, day, amount, link }: StoryItem) {
  return (
    <span className="story-item">
      <span className="story-title">{link === null ? title : <Link href={link}>{title}</Link>}</span>
      {amount !== null && <MoneyText cents={toCents(amount)} />}
      {state !== null && <span>{state}</span>}
      {day !== null && <span className="muted">{formatDate(day)}</span>}
    </span>
  );
}

function Gap({ state, gap: { sentence, who, act } }: { state: StoryStep['state']; gap: StoryGap }) {
  return (
    <span className="story-gap">
      {state === 'missing' && <Badge severity="warning">{t.missing}</Badge>} {sentence}{' '}
      {who !== null && <span className="muted">{who}</span>} {act && <Link href={act.link}>{act.label}</Link>}
    </span>
  );
}

const isMissing = ({ state, gap }: StoryStep): boolean => state === 'missing' && gap !== null;

/** The missing steps, each with the button that resolves it for those who may. */
function Needs({ steps }: { steps: readonly StoryStep[] }) {
  const missing = steps.filter(isMissing);
  if (missing.length === 0) return null;
  return (
    <ul className="story-needs" aria-label={t.needs}>
      {missing.map(({ kind, gap }) => (
        <li key={kind}>
          <Badge severity="warning">{t.kinds[kind]}</Badge>
          <span>
            {gap?.sentence} {gap?.who != null && <span className="muted">{gap.who}</span>}
          </span>
          {gap?.act && (
            <Link className="p-button p-component p-button-secondary p-button-sm" href={gap.act.link}>
              {gap.act.label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Step({ step: { state, items, others, gap }, isOwn }: { step: StoryStep; isOwn: boolean }) {
  return (
    <>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a response are never reordered, and two may have the same text.
        <Item key={index} {...item} link={isOwn ? null : item.link} />
      ))}
      {others > 0 && <span className="muted">{fill(t.others, { count: others })}</span>}
      {gap && <Gap state={state} gap={gap} />}
    </>
  );
}

/** The steps as a row of dots; clicking it opens the whole story. */
function FoldedStory({ steps, children }: { steps: readonly StoryStep[]; children: ReactNode }) {
  return (
    <details className="story-fold">
      <summary>
        <span className="story-fold-title">{t.label}</span>
        <span className="story-dots">
          {steps.map(({ kind, state }) => (
            <span key={kind} className="story-dot" data-state={state}>
              {t.kinds[kind]}
              <span className="p-hidden-accessible">: {t.states[state]}</span>
            </span>
          ))}
        </span>
      </summary>
      {children}
    </details>
  );
}

type Props = Readonly<{
  kind: StorySubject;
  id: string;
  /** A new value reloads the story. */
  version: string | number;
  /** True if the missing steps stand above the story; the page then names none of them elsewhere. */
  listsNeeds?: boolean;
}>;

function StoryContent({ kind, id, version, listsNeeds = false }: Props) {
  const { http } = useApp();
  const service = useMemo(() => createStory(http), [http]);
  const { answer, loading, error, refused, retry } = useAnswerTo<Story>(() => service.of(kind, id), { version: String(version) }, t.failed);
  if (error !== null) return <Alert onRetry={refused ? undefined : retry}>{error}</Alert>;
  if (answer === null) return <Skeleton height={DOTS_PX} />;
  const { steps } = answer;
  const line = (
    <StepLine
      upright
      label={t.label}
      steps={steps.map((step) => {
        const isOwn = step.kind === toStepKind(kind, id);
        return {
          name: t.kinds[step.kind],
          state: step.state,
          isOwn,
          content: <Step step={listsNeeds && isMissing(step) ? { ...step, gap: null } : step} isOwn={isOwn} />,
        };
      })}
    />
  );
  return (
    <div className="story" aria-busy={loading}>
      {listsNeeds && <Needs steps={steps} />}
      <FoldedStory steps={steps}>{line}</FoldedStory>
    </div>
  );
}

/** The steps from deal to payout, and who can complete the missing ones. Hidden if the server does not offer stories. */
export function ItemStory(props: Props) {
  return useFeature('story') ? <StoryContent key={`${props.kind} ${props.id}`} {...props} /> : null;
}
