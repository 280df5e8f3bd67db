"""Plays the app-protection story against a running Postern and fails at the first surprise.

Three kinds of proof that an app is managed, the life of one app from sign-in to wipe, and the three cases that every
conditional-access rollout meets: protected from the start, protected later, and demanded but impossible.
"""

from __future__ import annotations

import json
import pathlib
import typing

from gateway import Gateway
from postern_client import Answer, App, Postern, Resource, SignInRefused, unverified
from proofs import Authority, InstanceKey
from sample_app import Phone, Run
from scenery import (
    ALEX, KIM, MAIL, MAIL_SCOPE, MIA, MOBILE, NADIA, NOAH, PAT, ROBIN, SAM, Person, Scenery)
from teller import Teller, expect, protection_required, refused

COMPLIANT = 0
NOT_COMPLIANT = 1
INTERACTION_REQUIRED = 4


class Story:
    """The chapters; each uses its own person, so that they can be played in any order."""

    def __init__(self, gateway: Gateway, scenery: Scenery, management: Authority, teller: Teller, *,
                 exported_set: bool):
        """`exported_set` says whether a real exported set is in force besides the organisation's own policies."""
        self.gateway = gateway
        self.scenery = scenery
        self.management = management
        self.teller = teller
        self.exported_set = exported_set
        self.server = Postern(gateway.base, gateway.tenant, gateway.trusted, watch=teller.watch)
        self.resource = Resource(self.server, scenery.mail_service, MAIL)

    def play(self) -> None:
        self.whole_life()
        self.own_word_is_not_enough()
        self.approved_by_an_administrator()
        self.case_a()
        self.case_b()
        self.case_c()
        self.sample_app()
        self.service()
        if self.exported_set:
            self.unknown_platform()

    # What people and apps do

    def mail_app(self) -> App:
        return App(self.server, self.scenery.mail_app, key=InstanceKey())

    def password(self, person: Person) -> str:
        return self.scenery.passwords[person.upn]

    def sign_in(self, app: App, person: Person, scope: str = MAIL_SCOPE) -> Answer:
        return app.sign_in_for(scope, person.upn, self.password(person))

    def compliance_tokens(self, app: App) -> Answer:
        """A token for the compliance resource, without a page: the browser's session holds."""
        return expect(app.sign_in_for(self.server.compliance_scope), 200)

    def tell(self, answer: Answer, status: int, *reasons: str) -> Answer:
        """Checks a compliance status and says its text, as an app would show it."""
        found = answer.json.get("status", {})
        body = found if isinstance(found, dict) else answer.json
        code = body.get("code")
        assert code == status, f"expected status {status}, got {code}: {answer.text[:600]}"
        for reason in reasons:
            assert reason in body.get("reasons", []), f"no reason {reason}: {answer.text[:600]}"
        assert body.get("title") and body.get("message"), "a status without title and message"
        return answer

    def protected(self, answer: Answer) -> Answer:
        """Checks a token that may open protected data."""
        expect(answer, 200)
        claims = self.server.verified(answer.token, MAIL)
        assert "protapp" in claims.get("xms_cc", []), f"no protapp in {claims}"
        self.teller.note(f"the token's signature is good; xms_cc = {json.dumps(claims['xms_cc'])}")
        return answer

    def active(self, token: str, wanted: bool) -> None:
        found = expect(self.resource.introspect(token), 200)["active"]
        assert found is wanted, f"introspection says active = {found}"

    # Chapters

    def whole_life(self) -> None:
        tell, app = self.teller, self.mail_app()
        tell.chapter("The life of a protected app (an identity provisioned by device management)")
        with tell.step("Alex signs in to the mail app and asks for mail", "the policy demands a protected app, and "
                       "this installation is not enrolled: the sign-in is good, but there is no token of any kind"):
            refusal = protection_required(self.sign_in(app, ALEX))
            assert refusal["adi"] == ALEX.upn, "the refusal names another account"
        with tell.step("The app asks for a token of the compliance resource", "its browser session still holds, so "
                       "nobody types a password; this token opens nothing but the way to compliance"):
            own = self.compliance_tokens(app)
            assert "xms_cc" not in unverified(own.token), "a compliance token claims a capability"
        with tell.step("The app remediates silently", "nothing may be shown, and enrolling needs the user: "
                       "interaction required"):
            self.tell(expect(app.remediate(own.token, silent=True), 200), INTERACTION_REQUIRED, "not_enrolled")
        with tell.step("The app enrols with its key and the identity that device management gave it",
                       "the proof binds the provisioned identity to the key of this very installation: evidence "
                       "`managedSecret`"):
            identity = self.management.identity()
            enrolled = expect(app.enroll(own.token, identity), 201, evidence="managedSecret")
            self.tell(enrolled, INTERACTION_REQUIRED, "posture_missing")
        with tell.step("It fetches its policy", "the rules come signed by the tenant, with the revision that a report "
                       "must name"):
            policy = self.server.signed_policy(expect(app.fetch_policy(own.token), 200).text)
            rules = [one["rules"] for one in policy["policies"]]
            tell.note(f"revision {policy['revision']}, rules {json.dumps(rules)}")
        with tell.step("It reports its posture before the user has set a PIN", "no number of remediations makes an "
                       "app compliant that does not show what the policy asks for"):
            self.tell(expect(app.report(own.token, pinSet=False), 200), INTERACTION_REQUIRED, "pin_not_set")
            self.tell(expect(app.remediate(own.token, silent=False), 200), INTERACTION_REQUIRED, "pin_not_set")
        with tell.step("Alex sets a PIN, and the app remediates", "now everything is shown: compliant, with a new "
                       "enrolment id"):
            expect(app.report(own.token), 200)
            self.tell(expect(app.remediate(own.token, silent=False), 200, enrollmentId=bool), COMPLIANT)
        with tell.step("The app asks for mail again, silently", "the refresh token it holds is the account's, and the "
                       "policy is satisfied now: a token with the capability `protapp`, bound to the app's key"):
            mail = self.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))
            assert unverified(mail.token)["cnf"]["jkt"] == app.key_thumbprint, "the token is bound to another key"
        with tell.step("The mail API asks about the token", "a resource that introspects sees at once when the app is no "
                       "longer compliant"):
            self.active(mail.token, True)
        refresh_token = mail["refresh_token"]
        with tell.step("The PIN is removed", "a report that breaks compliance suspends the grant in the same moment"):
            self.tell(expect(app.report(own.token, pinSet=False), 200), INTERACTION_REQUIRED, "pin_not_set")
        with tell.step("The mail API asks again, and the app tries to refresh", "the token is dead for the resource; "
                       "the refresh is refused but the refresh token is neither used up nor revoked"):
            self.active(mail.token, False)
            protection_required(app.refresh(refresh_token, MAIL_SCOPE))
        with tell.step("The PIN is set again", "the same refresh token works again: nobody had to sign in"):
            self.tell(expect(app.report(own.token), 200), COMPLIANT)
            mail = self.protected(app.refresh(refresh_token, MAIL_SCOPE))
            self.active(mail.token, True)
        with tell.step("An administrator wipes the installation", "the phone is lost: the grant is dead, not "
                       "suspended, and no fix brings it back"):
            self.administer("app", "wipe", app.instance, "--reason", "phone lost")
            self.active(mail.token, False)
            refused(app.refresh(mail["refresh_token"], MAIL_SCOPE), "invalid_grant")

    def own_word_is_not_enough(self) -> None:
        tell, app = self.teller, self.mail_app()
        tell.chapter("An app's own word is not enough (self-reported)")
        with tell.step("Kim's password is right, and a key without any evidence enrols", "anybody can make a key and "
                       "claim a perfect posture"):
            protection_required(self.sign_in(app, KIM))
            own = self.compliance_tokens(app)
            expect(app.enroll(own.token), 201, evidence="selfReported")
            expect(app.fetch_policy(own.token), 200)
        with tell.step("It reports a perfect posture", "the policy accepts `managedSecret` and above, so the report "
                       "does not count as managed"):
            answer = expect(app.report(own.token), 200)
            assert answer["code"] != COMPLIANT and "evidence_insufficient" in answer["reasons"], answer.text
        with tell.step("It asks for mail again and again", "no remediation and no repetition turns its own word into "
                       "evidence: never a token, never `protapp`"):
            for _ in range(3):
                answer = expect(app.remediate(own.token, silent=False), 200)
                assert answer["code"] != COMPLIANT, answer.text
                protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE))

    def approved_by_an_administrator(self) -> None:
        tell, app = self.teller, self.mail_app()
        tell.chapter("Approved by an administrator")
        with tell.step("Pat's app has no provisioned identity either", "its own word is not enough"):
            protection_required(self.sign_in(app, PAT))
            own = self.compliance_tokens(app)
            expect(app.enroll(own.token), 201, evidence="selfReported")
            expect(app.fetch_policy(own.token), 200)
            answer = expect(app.report(own.token), 200)
            assert answer["code"] != COMPLIANT, answer.text
        with tell.step("An administrator approves this very installation", "a person vouches for it, with a reason "
                       "that the journal keeps"):
            self.administer("app", "approve", app.instance, "--reason", "known test device of Pat")
        with tell.step("The app asks for mail", "approved and in order: compliant"):
            self.tell(expect(app.remediate(own.token, silent=True), 200), COMPLIANT)
            self.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))

    def case_a(self) -> None:
        tell = self.teller
        app = App(self.server, self.scenery.notes_app, key=InstanceKey(), proves_key=False)
        tell.chapter("Case a: demanded and protected from the start, with a stock client")
        with tell.step("Nadia signs in with a client that can't prove a key at the token endpoint",
                       "stock clients show an enrolment id instead, and this one has none yet"):
            protection_required(self.sign_in(app, NADIA))
        with tell.step("The app remediates as the refusal says", "enrolment and posture always carry the proof of the "
                       "installation's key"):
            own = self.compliance_tokens(app)
            expect(app.enroll(own.token, self.management.identity()), 201, evidence="managedSecret")
            expect(app.fetch_policy(own.token), 200)
            expect(app.report(own.token), 200)
            old = app.enrollment_id
            self.tell(expect(app.remediate(own.token, silent=False), 200, enrollmentId=bool), COMPLIANT)
            assert app.enrollment_id != old, "remediation did not issue a new enrolment id"
        with tell.step("It asks again with the old enrolment id", "each remediation ends the id before it"):
            assert old is not None
            protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE, microsoft_enrollment_id=old))
        with tell.step("It asks again with the new one", "remediated, so Nadia gets her token"):
            self.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))

    def case_b(self) -> None:
        tell, app = self.teller, self.mail_app()
        tell.chapter("Case b: enrolled first, demanded later")
        with tell.step("Robin signs in; no policy demands protection of Robin yet", "Robin gets a token, without "
                       "`protapp`, since nothing earned it"):
            mail = expect(self.sign_in(app, ROBIN), 200)
            assert "protapp" not in unverified(mail.token).get("xms_cc", []), "an unearned capability"
        with tell.step("The app enrols all the same", "an app-protection policy targets Robin, so the app can be "
                       "managed before anybody demands it"):
            own = expect(app.refresh(mail["refresh_token"], self.server.compliance_scope), 200)
            expect(app.enroll(own.token, self.management.identity()), 201)
            expect(app.fetch_policy(own.token), 200)
            self.tell(expect(app.report(own.token, pinSet=False), 200), INTERACTION_REQUIRED, "pin_not_set")
        with tell.step("Robin joins the group that the policy targets", "a change of the directory holds from the "
                       "next request on"):
            self.scenery.join(ROBIN, MOBILE)
            self.administer("directory", "apply", self.gateway.write("directory.json", self.scenery.directory()))
        with tell.step("The app refreshes", "protection is demanded now, and the PIN is missing"):
            protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE))
        with tell.step("Robin sets a PIN", "remediated: Robin keeps the session and gets the token"):
            expect(app.report(own.token), 200)
            self.tell(expect(app.remediate(own.token, silent=True), 200), COMPLIANT)
            self.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))

    def case_c(self) -> None:
        tell, app = self.teller, self.mail_app()
        tell.chapter("Case c: demanded, but no app-protection policy targets the account")
        with tell.step("Sam signs in", "protection is demanded"):
            protection_required(self.sign_in(app, SAM))
        with tell.step("The app remediates", "nothing that Sam could do in this app helps, so it is told as an error "
                       "with a text, not as a task"):
            own = self.compliance_tokens(app)
            self.tell(expect(app.remediate(own.token, silent=False), 200), NOT_COMPLIANT, "not_targeted")
        with tell.step("Even with a provisioned identity and a perfect report", "no policy says what to show, so "
                       "nothing can be shown: Sam gets no token"):
            expect(app.enroll(own.token, self.management.identity()), 201)
            expect(app.fetch_policy(own.token), 404, error="no_policy")
            self.tell(expect(app.remediate(own.token, silent=False), 200), NOT_COMPLIANT, "not_targeted")
            protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE))

    def sample_app(self) -> None:
        tell = self.teller
        tell.chapter("The three cases with the sample app of the Swift SDK")
        with tell.step("Mia signs in: demanded and protected from the start", "the SDK enrols, applies the policy, lets Mia "
                       "set a PIN, reports, and asks again: the app made one call"):
            phone = self.phone(MIA)
            self.app_said(phone.sign_in(), 0, "compliant")
            assert phone.opened == 2, "the second page was to need nobody"
            assert "protapp" in phone.token["xms_cc"], "no protapp in the app's token"
        with tell.step("Noah enrols before anything is demanded, and loses the PIN", "the app says so at its next report"):
            phone = self.phone(NOAH)
            self.app_said(phone.sign_in(), 0)
            self.app_said(phone.enroll(), 0, "compliant")
            phone.remove_pin()
            self.app_said(phone.remediate("--silent"), 1, "interactionRequired")
        with tell.step("Noah joins the group that the policy targets, and asks", "remediated, without a sign-in"):
            self.scenery.join(NOAH, MOBILE)
            self.administer("directory", "apply", self.gateway.write("directory.json", self.scenery.directory()))
            opened = phone.opened
            self.app_said(phone.ask(), 0, "compliant")
            assert phone.opened == opened, "Noah had to sign in"
            assert "protapp" in phone.token["xms_cc"], "no protapp in the app's token"
        with tell.step("Sam signs in: demanded, and no app-protection policy targets Sam", "no token; the app has a title "
                       "and a text to show"):
            phone = self.phone(SAM)
            self.app_said(phone.sign_in(), 1, "notCompliant")
            self.app_said(phone.ask("--silent"), 1, "notCompliant")
            assert not phone.has_token, "a token for Sam"

    def phone(self, person: Person) -> Phone:
        program = self.gateway.binary.parent / "landmarks"
        state = pathlib.Path(self.gateway.directory) / "phones" / person.name.lower()
        return Phone(self.server, program, state, person, self.password(person), self.scenery.mail_app,
                     identity=self.management.identity())

    def app_said(self, run: Run, code: int, *statuses: str) -> None:
        """Checks how the sample app ended and which statuses it showed."""
        self.teller.did(f"landmarks {run.command} ...", run.text)
        assert run.code == code and tuple(run.statuses) == statuses, f"landmarks ended with {run.code}: {run.text}"

    def service(self) -> None:
        tell = self.teller
        app = App(self.server, self.scenery.mail_service, capabilities=["protapp"])
        tell.chapter("A service without a user")
        with tell.step("The mail service asks for its own token", "an app-only token never carries `protapp`, "
                       "whatever was asked for"):
            answer = expect(app.token({"grant_type": "client_credentials", "scope": MAIL + "/.default"}), 200)
            claims = self.server.verified(answer.token, MAIL)
            assert "protapp" not in claims.get("xms_cc", []) and claims.get("idtyp") == "app", claims

    def unknown_platform(self) -> None:
        tell = self.teller
        app = App(self.server, self.scenery.mail_app, key=InstanceKey())
        app.browser.session.headers["User-Agent"] = "Mozilla/5.0 (PlayStation; PlayStation 5/9.00)"
        tell.chapter("A policy of the exported set")
        with tell.step("Kim signs in with a game console", "the imported set blocks every platform that it does not "
                       "know, for everybody: the page says so, and no code goes to the app"):
            try:
                app.authorize(MAIL_SCOPE, KIM.upn, self.password(KIM))
            except SignInRefused as stopped:
                tell.note(f"{stopped.page.status}: {stopped.page.text}")
                assert stopped.page.status == 403, "the page is not a refusal"
            else:
                raise AssertionError("a code for an unknown platform")

    def administer(self, *arguments: typing.Any) -> str:
        said = self.gateway.admin(*arguments)
        shown = [f'"{one}"' if " " in one else one for one in arguments]
        self.teller.did("postern " + " ".join(shown), said)
        return said
