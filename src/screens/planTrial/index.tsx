import './planTrial.css';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { type PlanDraftDetail, type PlanDraftTrial, TRIAL_DAY_PATH } from '../../../contract/entities/planDraft.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { hasOtherExtras } from '../../../contract/rules/commission/clauses/textChanges.ts';
import { planBuilderPath, toDraftPath } from '../../app/routes.ts';
import { ConfigDifference } from '../../shared/plans/ConfigDifference.tsx';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { type PlainColumn, PlainTable } from '../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { amountColumns } from './amountColumns.tsx';
import { TrialPerson } from './TrialPerson.tsx';
import { useTrial } from './useTrial.ts';

const t = messages.planTrial;
const SKELETON_PX = 480;

type Row = PlanDraftTrial['people'][number];
type TrialPeopleProps = Readonly<{ trial: PlanDraftTrial; unchangedText: string; person: string; onChoose: (id: string) => void }>;

/** Everybody with amounts in open months, largest changes first. */
function TrialPeople({ trial, unchangedText, person, onChoose }: TrialPeopleProps) {
  const name: PlainColumn<Row> = {
    key: 'person',
    header: t.person,
    names: true,
    cell: (row) =>
      row.user_id === '' ? (
        row.name
      ) : (
        <Button size="small" severity="text" aria-pressed={row.user_id === person} onClick={() => onChoose(row.user_id)}>
          {row.name}
        </Button>
      ),
  };
  const rows = [{ user_id: '', name: t.total, ...trial.total }, ...trial.people];
  return (
    <Card title={`${t.everybody} (${trial.people.length})`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <section className="trial-scroll" aria-label={fill(t.tableOf, { title: t.everybody })} tabIndex={0}>
        <PlainTable stacks columns={[name, ...amountColumns<Row>()]} rows={rows} rowKey={({ user_id }) => user_id} />
      </section>
      <p className="muted">
        {fill(t.asOf, { when: formatInstant(trial.as_of) })} {trial.total.records === 0 && unchangedText}
      </p>
    </Card>
  );
}

/** Errors of the draft, or the reason why it can't apply from the chosen day. */
function Errors({ errors }: Pick<PlanDraftTrial, 'errors'>) {
  const day = errors.find(({ path }) => path === TRIAL_DAY_PATH);
  if (day) return <Alert severity="warning">{day.message}</Alert>;
  return (
    <Alert severity="warning">
      {t.errors} {errors.map(({ path, message }) => (path === '$' ? message : `${path}: ${message}`)).join(' · ')}
    </Alert>
  );
}

/** Names the plans published since the draft began, because the trial leaves out their changes. */
function NewerPlans({ id, state, base_version, in_use: { version, saved_by: name } }: PlanDraftDetail) {
  if (state === 'published' || base_version === version) return null;
  const { plansChanged, plansChangedByNobody } = messages.planDraftRefusals;
  return (
    <Alert severity="warning" action={<Link href={toDraftPath(id)}>{messages.planBuilder.compare}</Link>}>
      {name === null ? fill(plansChangedByNobody, { version }) : fill(plansChanged, { name, version })} {fill(t.newerLeftOut, { version })}
    </Alert>
  );
}

/** The first day of the trial. Each day starts a separate trial, so the form is submitted rather than applied while typing. */
function DayForm({ day, onChoose }: Readonly<{ day: string; onChoose: (day: string) => void }>) {
  const [typedDay, setTypedDay] = useState(day);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChoose(typedDay);
  };
  return (
    <form className="trial-day" onSubmit={submit} noValidate>
      <Field label={t.from} hint={t.fromHint}>
        {(controlProps) => <Input {...controlProps} type="date" value={typedDay} onChange={({ target }) => setTypedDay(target.value)} />}
      </Field>
      <Button type="submit" severity="secondary" disabled={typedDay === day}>
        {t.tryFrom}
      </Button>
    </form>
  );
}

/** The trial of one draft, in a striped frame because none of it is in effect. */
function Trial({ draft }: Readonly<{ draft: string }>) {
  const { service, detail, trial, names, person, day, choosePerson, chooseDay } = useTrial(draft);
  const { answer, error, stale, refused, retry } = trial;
  const isTried = answer !== null && answer.errors.length === 0;
  const { answer: draftTexts } = detail;
  // The draft loads separately; the note appears once it has loaded.
  const unchangedText = useMemo(() => {
    if (draftTexts === null) return '';
    return hasOtherExtras(draftTexts.in_use.commissionsConfig, draftTexts.commissionsConfig) ? t.untried : t.unchanged;
  }, [draftTexts]);
  const details = useRef<HTMLDivElement>(null);
  const showPerson = (id: string): void => {
    choosePerson(id);
    // Moves focus, because the details are below a long table.
    details.current?.focus();
  };
  return (
    <div className="page trial-frame">
      <PageHead title={t.title} about={t.subtitle} actions={<Link href={toDraftPath(draft)}>{t.back}</Link>} />
      {detail.answer && <p role="status">{fill(t.frame, { name: detail.answer.name })}</p>}
      {detail.answer && <NewerPlans {...detail.answer} />}
      {error !== null && <Alert {...(refused ? {} : { onRetry: retry })}>{error}</Alert>}
      <DayForm key={day} day={day} onChoose={chooseDay} />
      {!answer && error === null && <Skeleton height={SKELETON_PX} />}
      {answer && answer.errors.length > 0 && <Errors errors={answer.errors} />}
      {isTried && (
        <div className={stale ? 'form-stack trial-stale' : 'form-stack'} aria-busy={stale}>
          <p role="status">
            {answer.effective_date === null ? t.holdsAlways : fill(t.holdsFrom, { day: formatDate(answer.effective_date) })}
          </p>
          <TrialPeople trial={answer} unchangedText={unchangedText} person={person} onChoose={showPerson} />
        </div>
      )}
      <div ref={details} tabIndex={-1}>
        {isTried && person !== '' && <TrialPerson service={service} draft={draft} person={person} day={day} />}
      </div>
      {detail.answer && (
        <Card title={t.difference}>
          <ConfigDifference before={detail.answer.in_use.commissionsConfig} after={detail.answer.commissionsConfig} names={names} />
        </Card>
      )}
    </div>
  );
}

/** decisions 2.36: the trial of a plan draft on all open months. */
export default function PlanTrialScreen() {
  const draft = new URLSearchParams(useSearch()).get('draft') ?? '';
  if (draft !== '') return <Trial key={draft} draft={draft} />;
  return (
    <div className="page">
      <PageHead title={t.title} />
      <Card>
        <EmptyState title={t.noDraft}>
          {t.noDraftWhy} <Link href={planBuilderPath}>{messages.planDrafts.toDrafts}</Link>
        </EmptyState>
      </Card>
    </div>
  );
}
