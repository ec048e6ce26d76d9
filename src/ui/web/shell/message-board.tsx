import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** The list of messages. */
export function MessageBoard() {
  return <Notifications position="top-right" />;
}
