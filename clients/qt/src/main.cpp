// A client of Wirefare on Qt: docs/reference/agent-protocol.md. Its one argument is the URL of the lab's page.

#include "jobs/agent.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <exception>

namespace {

/** The session ends with these words in its record, if the lab can still be told. */
void tellTrouble(wirefare::Lab &lab, const char *what)
{
    const QJsonObject trouble{{"what", QString::fromUtf8(what).left(10'000)}, {"stack", ""}};
    try {
        lab.post("trouble", QJsonDocument(trouble));
    } catch (const wirefare::LabError &) {
        // It is gone; stderr has it.
    }
}

int runAgent(const QString &pageUrl)
{
    wirefare::Lab lab(pageUrl);
    try {
        wirefare::Agent(lab).run();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        tellTrouble(lab, error.what());
        return 1;
    }
}

} // namespace

int main(int argc, char *argv[])
{
    // Qt 5 would look for network interfaces every ten seconds.
    qputenv("QT_BEARER_POLL_TIMEOUT", "-1");
    const QCoreApplication application(argc, argv);
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s PAGE-URL\n", argv[0]);
        return 2;
    }
    try {
        return runAgent(QString::fromLocal8Bit(argv[1]));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
