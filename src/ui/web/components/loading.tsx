import { Center, Loader } from '@mantine/core';

/** Something is on its way. */
export function Loading() {
  return (
    <Center p="xl">
      <Loader aria-label="Loading" role="status" />
    </Center>
  );
}
