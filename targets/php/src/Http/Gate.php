<?php

declare(strict_types=1);

namespace Wirefare\Http;

/**
 * Who may read, as the lab has said: those who know the secret, from pages of one origin, by names that the target was
 * given. Started by hand there is no secret, and it answers anybody.
 */
final class Gate
{
    /** The parameter, which queries may have wherever they are read. */
    public const PARAMETER = 'secret';

    /** With which it refuses: no page of any origin is to read that. */
    public const STATUSES = [403, 421];

    /** The value of Access-Control-Allow-Origin. */
    public static function origin(): string
    {
        return getenv('WIREFARE_ORIGIN') ?: '*';
    }

    /** Throws a Refusal where the request is not let in. */
    public static function check(Request $request): void
    {
        $secret = (string) getenv('WIREFARE_SECRET');
        if ($secret === '') {
            return;
        }
        if (!in_array($request->host, self::hosts(), true)) {
            throw new Refusal(421, "this target was not given the host $request->host");
        }
        $isAbout = $request->path === '/about' && in_array($request->method, ['GET', 'HEAD'], true);
        if ($request->method !== 'OPTIONS' && !$isAbout && !self::isSecret($request->query, $secret)) {
            throw new Refusal(403, 'wants the secret that the lab gave to this target', self::PARAMETER);
        }
    }

    private static function isSecret(string $query, string $secret): bool
    {
        $said = preg_match('/(?:^|&)' . self::PARAMETER . '=([^&]*)/', $query, $found) === 1 ? $found[1] : '';
        return hash_equals($secret, $said);
    }

    /** @return list<string> in lower case, IPv6 in brackets */
    private static function hosts(): array
    {
        $own = ['127.0.0.1', 'localhost', '::1', getenv('WIREFARE_HOST') ?: '127.0.0.1'];
        $named = [...$own, ...array_filter(explode(',', (string) getenv('WIREFARE_HOSTS')))];
        return array_map(
            static fn (string $name): string => strtolower(substr_count($name, ':') > 1 && $name[0] !== '[' ? "[$name]" : $name),
            $named,
        );
    }
}
