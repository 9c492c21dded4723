import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { parsePlans } from '../../../contract/rules/commission/clauses/textChanges.ts';
import type { DraftObject } from '../../../contract/rules/commission/config/draft.ts';
import { useTerritories, useToday } from '../../app/context.ts';
import { planBuilderPath, toTrialPath } from '../../app/routes.ts';
import { ConfigEditor } from '../../shared/plans/ConfigEditor.tsx';
import { toLineErrors } from '../../shared/plans/lineErrors.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { ChoiceButtons } from '../../ui/form/Choices.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { countWithin, draftErrors, firstWrongPlan, wholeErrors } from './draftErrors.ts';
import { draftWarnings } from './draftWarnings.ts';
import { EditingContext, useDraftEditing } from './fields/editing.ts';
import { ObjectFields } from './fields/FieldOf.tsx';
import { JsonField } from './fields/LeafField.tsx';
import { Comments } from './parts/Comments.tsx';
import { DefaultClauses } from './parts/DefaultClauses.tsx';
import { Earnings } from './parts/Earnings.tsx';
import { PlanBar } from './parts/PlanBar.tsx';
import { PlanCards } from './parts/PlanCards.tsx';
import { PublishBar } from './parts/PublishBar.tsx';
import { TrialPanel } from './parts/TrialPanel.tsx';
import { createDefaultPlan, plansIn } from './plansOfDraft.ts';
import { companyShape, hasClauses } from './shapes.ts';
import { suggestedPeople } from './suggestedPeople.ts';
import { type PlanBuilder, usePlanBuilder } from './usePlanBuilder.ts';

const [ChangeDialog] = lazyComponent(() => import('../../shared/plans/change/ChangeDialog.tsx'));

const t = messages.planBuilder;
const SKELETON_PX = 640;
const views = [
  { value: 'cards', label: t.cards },
  { value: 'json', label: t.json },
] as const;

const focusFirstError = (): void => {
  const field = document.querySelector<HTMLElement>('.builder [aria-invalid="true"]');
  const section = field?.closest('details');
  if (section) section.open = true;
  field?.focus();
};

type EmptyProps = Readonly<{ implied: boolean; disabled: boolean; onStart: () => void }>;

/** Shown for a draft without plans. The default plan then applies, unless the draft has an empty list of plans. */
function NoPlans({ implied, disabled, onStart }: EmptyProps) {
  return (
    <Card>
      <p>{implied ? t.implied : t.noPlans}</p>
      <Button disabled={disabled} onClick={onStart}>
        {t.writeDefault}
      </Button>
    </Card>
  );
}

type CompanyProps = Readonly<{ value: DraftObject }>;

/** Company-wide keys of the configuration. */
function Company({ value }: CompanyProps) {
  const { errors } = useDraftEditing();
  const count = countWithin(errors, Object.keys(value));
  return (
    <details className="p-card builder-card">
      <summary>
        {t.everything} {count > 0 && <Badge severity="danger">{fill('{count} {count|error|errors}', { count })}</Badge>}
      </summary>
      <p className="muted">{t.everythingHint}</p>
      <ObjectFields label={t.everything} shape={companyShape} path={[]} value={value} />
    </details>
  );
}

type ClausesProps = Readonly<{ builder: PlanBuilder; chosen: number; onChoose: (index: number) => void; onJson: () => void }>;

/** The draft as clauses of one plan, next to its trial. */
function Clauses({ builder, chosen, onChoose, onJson }: ClausesProps) {
  const { view, edit, users, tries } = builder;
  const { errors } = useDraftEditing();
  const plansText = useDeferredValue(view.text);
  const config = useMemo(() => parsePlans(plansText), [plansText]);
  const { draft } = view;
  if (draft === null)
    return (
      <Alert>
        {view.unreadable}{' '}
        <Button size="small" severity="text" onClick={onJson}>
          {t.toJson}
        </Button>
      </Alert>
    );
  const plans = plansIn(draft);
  const index = Math.min(chosen, Math.max(0, plans.length - 1));
  const { plans: writtenPlans, ...company } = draft;
  const plan = config?.plans[index] ?? null;
  const isList = writtenPlans === undefined || Array.isArray(writtenPlans);
  return (
    <div className="builder-body">
      <div className="builder-cards">
        {wholeErrors(errors).map((message) => (
          <Alert key={message}>{message}</Alert>
        ))}
        {!isList && <JsonField label={t.plansLabel} path={['plans']} value={writtenPlans} />}
        {isList && plans.length === 0 && (
          <NoPlans
            implied={writtenPlans === undefined}
            disabled={!view.mayEdit}
            onStart={() => edit.change(['plans'], [createDefaultPlan()])}
          />
        )}
        {plans.length > 0 && <PlanBar draft={draft} index={index} onChoose={onChoose} />}
        {isList && plan && !hasClauses(plans[index]) && <DefaultClauses plan={plan} index={index} />}
        {plans.length > 0 && <PlanCards key={`${String(plans.length)} ${String(index)}`} path={['plans', index]} plan={plans[index]} />}
        <Company value={company} />
      </div>
      <aside className="builder-dock" aria-label={messages.planEarnings.title}>
        {tries && <TrialPanel builder={builder} suggested={suggestedPeople(config, index, users)} />}
        <Earnings key={index} draft={draft} plan={plan} isFirst={index === 0} />
      </aside>
    </div>
  );
}

/** decisions 2.35: edits plans as clauses; the JSON is another view of the same draft. */
export function Builder({ id }: Readonly<{ id: string }>) {
  const builder = usePlanBuilder(id);
  const { view, edit, users, people, nameable } = builder;
  const [viewMode, setViewMode] = useState<'cards' | 'json'>('cards');
  const [chosenIndex, setChosenIndex] = useState(0);
  const text = useDeferredValue(view.text);
  const territories = useTerritories();
  const errors = useMemo(() => draftErrors(text, { territories, people: nameable }), [text, territories, nameable]);
  const today = useToday();
  const warnings = useMemo(() => draftWarnings(text, users, today), [text, users, today]);
  const { mayEdit } = view;
  const showFirst = (): void => {
    flushSync(() => setChosenIndex(firstWrongPlan(errors) ?? chosenIndex));
    focusFirstError();
  };
  const editing = useMemo(
    () => ({ errors, warnings, people, territories, disabled: !mayEdit, ...edit }),
    [errors, warnings, people, territories, mayEdit, edit],
  );
  if (view.loading || view.failed)
    return (
      <div className="page builder">
        <PageHead title={t.title} about={t.subtitle} actions={<Link href={planBuilderPath}>{messages.planDrafts.toDrafts}</Link>} />
        {view.failed ? <Alert onRetry={builder.retry}>{view.error}</Alert> : <Skeleton height={SKELETON_PX} />}
      </div>
    );
  const lines = toLineErrors(
    text,
    [...errors].map(([path, message]) => ({ path, message })),
  );
  return (
    <EditingContext value={editing}>
      <div className="page builder">
        <PageHead
          title={view.stored?.name}
          about={t.subtitle}
          actions={
            <>
              <Link href={planBuilderPath}>{messages.planDrafts.toDrafts}</Link>
              <Link href={toTrialPath(id)}>{t.tryAll}</Link>
            </>
          }
        >
          <ChoiceButtons label={t.views} value={viewMode} options={views} onChoose={setViewMode} />
        </PageHead>
        <PublishBar builder={builder} errorCount={errors.size} onShowFirst={viewMode === 'cards' && view.draft ? showFirst : null} />
        {viewMode === 'cards' ? (
          <Clauses builder={builder} chosen={chosenIndex} onChoose={setChosenIndex} onJson={() => setViewMode('json')} />
        ) : (
          <Card>
            <ConfigEditor value={view.text} errors={lines} disabled={!mayEdit} helps onType={edit.type} />
          </Card>
        )}
        <Comments drafts={builder.drafts} id={id} />
        {view.reviewing && (
          <Suspense fallback={null}>
            <ChangeDialog
              service={builder.reviewService}
              request={{ companyName: '', commissionsConfig: view.stored?.commissionsConfig ?? '', version: null }}
              onSaved={builder.reviewed}
              onClose={builder.closeReview}
            />
          </Suspense>
        )}
      </div>
    </EditingContext>
  );
}
