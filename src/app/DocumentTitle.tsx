import { useEffect } from 'react';
import { fill, messages } from '../../contract/messages.ts';
import { useCompanyName } from './context.ts';

/** spec 1.03 */
export function DocumentTitle() {
  const company = useCompanyName();
  useEffect(() => {
    document.title = fill(messages.company.documentTitle, { company });
  }, [company]);
  return null;
}
