import './scope.css';
import type { Scope } from '../../../contract/entities/scope.ts';
import { messages } from '../../../contract/messages.ts';
import { useUser } from '../../app/context.ts';
import { storeLastPerson } from '../../services/scopeMemory.ts';
import { FilterChoice } from '../lists/FilterChoice.tsx';
import { withoutPart } from './scopeInUrl.ts';
import type { ScopeChoice } from './useScope.ts';

const t = messages.scope;
type Option = Readonly<{ value: string; label: string }>;

type Props = ScopeChoice &
  Readonly<{
    /** The people, and other parts of the scope such as territories, that the page can be narrowed to. */
    people?: readonly Option[];
    /** The chosen one; '' for the whole scope. */
    person?: string;
    onPerson?: (person: string) => void;
  }>;

const isPersonId = (value: string): boolean => /^\d+$/.test(value);

/** The one choice of whose figures a page shows (decisions 3.09): a whole scope or one person, in the head of each page that has it. */
export function ScopeControl({ scopes, scope, choose, people = [], person = '', onPerson }: Props) {
  const { id } = useUser();
  const wholes = scopes.map((value) => ({ value: value as string, label: t[value] as string }));
  const options = [...wholes, ...people];
  const onChange = (value: string): void => {
    const whole = scopes.find((candidate) => candidate === value);
    // Parts that not every page can show are not kept.
    storeLastPerson(id, isPersonId(value) && value !== id ? value : '');
    if (whole === undefined) onPerson?.(value);
    else if (whole === scope) onPerson?.('');
    else choose(whole as Scope, withoutPart(window.location.search));
  };
  if (options.length < 2) return null;
  return (
    <div className="scope">
      <FilterChoice label={t.label} value={person === '' ? scope : person} options={options} onChange={onChange} />
    </div>
  );
}
