"use client";

import { Alert, Button, Loader, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { IconLinkOff } from "@/app/_ui/icons/icons";
import { ChoosePassword } from "./choose-password";
import { WithoutLink } from "./without-link";

/** The page of a one-time link: shows its account and lets the user choose a password. */
export function Welcome({ minLength }: { minLength: number }) {
  const trpc = useTRPC();
  const token = useLinkToken();
  const { mutate: readLink, ...link } = useMutation(trpc.session.readLink.mutationOptions());

  useEffect(() => {
    if (token) readLink({ token });
  }, [token, readLink]);

  if (token === "")
    return <InvalidLink message="This link is incomplete. Copy the full link and try again." />;
  if (link.error) {
    const failure = failureOf(link.error);
    if (!failure.mayPass) return <InvalidLink message={failure.message} />;
    return (
      <Stack>
        <Title order={1}>Welcome</Title>
        <Alert role="alert" color="red">
          {failure.message}
        </Alert>
        <Button variant="default" onClick={() => token && readLink({ token })}>
          Try again
        </Button>
      </Stack>
    );
  }
  if (!token || !link.data) {
    return (
      <Stack align="center" role="status" py="xl">
        <Loader size="sm" aria-hidden />
        <Text size="sm" c="dimmed">
          Checking your link…
        </Text>
      </Stack>
    );
  }
  return (
    <ChoosePassword
      key={token}
      token={token}
      email={link.data.email}
      isNew={link.data.kind === "invite"}
      minLength={minLength}
    />
  );
}

function InvalidLink({ message }: { message: string }) {
  return (
    <Stack>
      <IconLinkOff size={28} stroke={1.5} aria-hidden />
      <Title order={1}>This link isn&apos;t valid</Title>
      <Text size="sm" role="alert">
        {message}
      </Text>
      <WithoutLink />
    </Stack>
  );
}

/**
 * The token from the URL fragment of the one-time link, which is removed from the URL at once. Null
 * before the first render's effect; empty if there is none.
 */
function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (found !== "") window.history.replaceState(null, "", window.location.pathname);
      // Effects may run twice: the second run must not discard the token that the first one found.
      setToken((before) => found || before || "");
    };
    take();
    // Opening another link in the same tab changes only the fragment and loads no page.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
