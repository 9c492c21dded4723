import { messages } from '../../../contract/messages.ts';

const { methods } = messages.payments;

/** "Credit Card"; methods of other systems stay as they are. */
export const methodText = (method: string): string => methods[method as keyof typeof methods] ?? method;
