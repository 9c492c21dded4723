import { Link } from 'wouter';
import { useFeature } from '../../app/context.ts';
import { toCustomerPath } from '../../app/routes.ts';

/** `fallbackHref`: the link target on a server without customer pages. */
type Props = Readonly<{ id: string | null | undefined; name: string; fallbackHref?: string | undefined }>;

/** A customer's name, as a link to their page (decisions 3.10). */
export function CustomerLink({ id, name, fallbackHref }: Props) {
  const hasPage = useFeature('customer-page');
  const href = hasPage && id ? toCustomerPath(id) : fallbackHref;
  return href === undefined || name === '' ? name : <Link href={href}>{name}</Link>;
}
