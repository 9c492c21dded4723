import { fill, messages } from '../../../contract/messages.ts';
import type { MailText } from '../../db/repositories/mail/outbox.ts';

/** Maximum notices per message; further ones are only counted. */
const MAX_ITEMS = 20;
/** A section of Slack holds 3,000 characters; escaping turns one character into at most five. */
const MAX_CHARS = 2900;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Truncates before escaping, so that no escape sequence is cut. */
const truncate = (text: string, maxChars: number): string => {
  let truncated = text;
  while (escapeText(truncated).length > maxChars) truncated = truncated.slice(0, Math.floor(truncated.length * 0.9));
  return escapeText(truncated);
};

const sectionOf = ({ subject, body, link }: MailText, links: string | null): string => {
  const lead = link !== null && links !== null ? `\n<${escapeText(new URL(link, links).href)}|${messages.channelMessage.open}>` : '';
  const title = `*${truncate(subject, 300)}*\n`;
  return title + truncate(body, MAX_CHARS - title.length - lead.length) + lead;
};

/**
 * Slack's format for incoming webhooks: the blocks, and the same content as `text` for clients without blocks.
 * @param links base URL for paths; null if the server's public URL is not configured
 */
export const channelMessageOf = (all: readonly MailText[], links: string | null) => {
  const sections = all.slice(0, MAX_ITEMS).map((mail) => sectionOf(mail, links));
  if (all.length > MAX_ITEMS) sections.push(fill(messages.channelMessage.more, { count: all.length - MAX_ITEMS }));
  return { text: sections.join('\n\n'), blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })) };
};
