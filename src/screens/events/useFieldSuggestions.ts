import { useMemo } from 'react';
import type { Event } from '../../../contract/entities/event.ts';
import { fullName, sellerRoles } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { useAllUsers } from '../../shared/people/useAllUsers.ts';
import type { FieldSuggestions } from './fields.ts';

const getNames = ({ sales_person, sales_lead }: Event): string[] => [sales_person, sales_lead].flatMap((name) => name?.trim() || []);

/** Suggestions for sales fields: active sellers the user may list, and names already used in the rows (decisions 6.02). */
export const useFieldSuggestions = (rows: readonly Event[], enabled: boolean): FieldSuggestions => {
  const users = useAllUsers(can(useUser(), 'user:list') && enabled);
  const namesInRows = useMemo(() => [...new Set(rows.flatMap(getNames))].sort().join('\n'), [rows]);
  return useMemo(() => {
    const sellers = users.filter(({ active, role }) => active && sellerRoles.includes(role)).map(fullName);
    const people = [...new Set([...sellers, ...namesInRows.split('\n').filter(Boolean)])].sort((a, b) => a.localeCompare(b));
    return { sales_person: people, sales_lead: people };
  }, [users, namesInRows]);
};
