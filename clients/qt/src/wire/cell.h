// A cell as the lab's jobs name it: what is asked for, and what is done with it.
#pragma once

#include <QJsonObject>
#include <QString>

namespace wirefare {

/** Where a target is asked. */
struct Target {
    QString url;
    /** Behind every query: what the target answers to nobody without it; empty of one that answers anybody. */
    QString secret;
};

struct Cell {
    /** Handed back, never taken apart. */
    QString id;
    Target target;
    QString dataset;
    QString format;
    QString codec;
    QString encoder;
    QString compression;
    QString procedure;
    QString computation;
    /** null where the compression has none. */
    QJsonValue level;
    QJsonObject schema;
    int n = 0;
    bool isCold = false;
    /** Why this client cannot have it; empty where it can. */
    QString refusal;

    bool targetComputes() const;
    /** How often the client computes in an exchange. */
    int clientComputations() const;
    int requests() const;
};

Cell cellOf(const QJsonObject &spec);

/** What a job allows for one exchange. */
int timeoutMsOf(const QJsonObject &job);

enum class Form { asItIs, opaque };

/** All of the URL but the serial number, which comes behind it. */
QString exchangeUrl(const Cell &cell, Form form = Form::asItIs);

/** The empty exchange at the target's, likewise. */
QString emptyUrl(const Target &target, bool isCold);

} // namespace wirefare
