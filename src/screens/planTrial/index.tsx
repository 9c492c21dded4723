import './planTrial.css';
import { Link, useSearch } from 'wouter';
import type { PlanDraftTrial } from '../../../contract/entities/planDraft.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { planBuilderPath, toDraftPath } from '../../app/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { type PlainColumn, PlainTable } from '../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { amountColumns } from './amountColumns.tsx';
import { TrialPerson } from './TrialPerson.tsx';
import { useTrial } from './useTrial.ts';

const t = messages.planTrial;
const SKELETON_PX = 480;

type Row = PlanDraftTrial['people'][number];
type EverybodyProps = Readonly<{ trial: PlanDraftTrial; person: string; onChoose: (id: string) => void }>;

/** Everybody with amounts in open months, those with the largest changes first. */
function Everybody({ trial, person, onChoose }: EverybodyProps) {
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys. */}
      <section className="trial-scroll" aria-label={fill(t.tableOf, { title: t.everybody })} tabIndex={0}>
        <PlainTable columns={[name, ...amountColumns<Row>()]} rows={rows} rowKey={({ user_id }) => user_id} />
      </section>
      <p className="muted">
        {fill(t.asOf, { when: formatInstant(trial.as_of) })} {trial.total.records === 0 && t.unchanged}
      </p>
    </Card>
  );
}

function Errors({ errors }: Pick<PlanDraftTrial, 'errors'>) {
  return (
    <Alert severity="warning">
      {t.errors} {errors.map(({ path, message }) => (path === '$' ? message : `${path}: ${message}`)).join(' · ')}
    </Alert>
  );
}

/** The trial of one draft under a striped frame, because nothing of it holds. */
function Trial({ draft }: Readonly<{ draft: string }>) {
  const { service, detail, trial, person, choosePerson } = useTrial(draft);
  const { answer, error, refused, retry } = trial;
  const isTried = answer !== null && answer.errors.length === 0;
  return (
    <div className="trial-frame">
      <header>
        <h1>{t.title}</h1>
        {detail.answer && <p role="status">{fill(t.frame, { name: detail.answer.name })}</p>}
        <p className="muted">{t.subtitle}</p>
        <Link href={toDraftPath(draft)}>{t.back}</Link>
      </header>
      {error !== null && <Alert {...(refused ? {} : { onRetry: retry })}>{error}</Alert>}
      {!answer && error === null && <Skeleton height={SKELETON_PX} />}
      {answer && answer.errors.length > 0 && <Errors errors={answer.errors} />}
      {isTried && <Everybody trial={answer} person={person} onChoose={choosePerson} />}
      {isTried && person !== '' && <TrialPerson service={service} draft={draft} person={person} />}
    </div>
  );
}

/** decisions 2.36: a draft of the plans tried on all open months. */
export default function PlanTrialScreen() {
  const draft = new URLSearchParams(useSearch()).get('draft') ?? '';
  if (draft !== '') return <Trial key={draft} draft={draft} />;
  return (
    <EmptyState title={t.noDraft}>
      {t.noDraftWhy} <Link href={planBuilderPath}>{messages.planDrafts.toDrafts}</Link>
    </EmptyState>
  );
}
