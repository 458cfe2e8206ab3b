"use client";

/**
 * Shown when the root layout fails, so it can't rely on any of our components or styles. Follows the
 * system's color scheme.
 */
export default function GlobalError() {
  return (
    <html lang="en" style={{ colorScheme: "light dark", fontFamily: "system-ui, sans-serif" }}>
      <body style={{ maxWidth: 400, margin: "20vh auto", padding: 16 }}>
        <main>
          <h1>Something went wrong</h1>
          <p>Please reload the page.</p>
        </main>
      </body>
    </html>
  );
}
